"use strict";

// Elements. Texts from records come to the page only through these functions, which know text nodes and attributes but no markup.

const SVG = "http://www.w3.org/2000/svg";

/** An element of the page that the template holds. */
const part = (id) => document.getElementById(id);

/** A new HTML element; strings among the children become text. */
function make(tag, attributes = {}, ...children) {
  return dressed(document.createElement(tag), attributes, children);
}

/** A new SVG element; strings among the children become text. */
function draw(tag, attributes = {}, ...children) {
  return dressed(document.createElementNS(SVG, tag), attributes, children);
}

/** Gives an element its attributes and children. What is undefined, null or false is left out. */
function dressed(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== undefined && child !== null && child !== false));
  return element;
}

/** A new element that shows one line of a text; the tooltip has all of it. */
function cut(tag, text, attributes = {}) {
  return make(tag, { title: text, ...attributes, class: ["cut", attributes.class].filter(Boolean).join(" ") }, text);
}

/** Sets a text only where it differs: screen readers and animations notice every change. */
function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
