const answer = await fetch("{{ base_url }}/api/snapshot/france", {
  headers: { Authorization: `Bearer ${process.env.PKG_KEY}` },
});
if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
const snapshot = await answer.json();

console.log(snapshot.country.name, snapshot.stats);
