// The page begins: it shows the moment that its address names, and follows whenever that changes.

recallTheme();
if (DATA.records.length) {
  let player = null;
  let visits = 0;
  const follow = async () => {
    const visit = ++visits;
    const index = within(recordIn(location.hash, 0), DATA.records.length);
    if (index !== PLAYED.index) {
      const record = await unpacked(index);
      // The reader may have gone elsewhere meanwhile.
      if (visit !== visits) return;
      take(index, record);
    }
    player ??= new Player(new RecordList());
    player.follow();
  };
  follow();
  addEventListener("hashchange", () => {
    // Links inside the page lead to other parts of it.
    if (!location.hash || location.hash.includes("=")) follow();
  });
} else {
  part("main").replaceChildren(make("p", { class: "notice" }, "There is no record on this page."));
}
