// The page begins: it shows the moment that its address names, and follows whenever that changes.

recallTheme();
if (DATA.records.length) {
  const player = new Player(new RecordList());
  player.follow();
  addEventListener("hashchange", () => {
    // Links inside the page lead to other parts of it.
    if (!location.hash || location.hash.includes("=")) player.follow();
  });
} else {
  part("main").replaceChildren(make("p", { class: "notice" }, "There is no record on this page."));
}
