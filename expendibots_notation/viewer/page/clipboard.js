// Copying.

/** Copy a text and say so on the button. */
async function copy(button, text) {
  button.dataset.name ??= button.textContent;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyBySelection(text);
  }
  button.textContent = "Copied";
  setTimeout(() => (button.textContent = button.dataset.name), 1200);
}

/** The old way, for where the clipboard is closed to pages. */
function copyBySelection(text) {
  const field = make("textarea", { class: "unseen", readonly: true });
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}
