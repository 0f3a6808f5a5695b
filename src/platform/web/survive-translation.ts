/**
 * Translators put `<font>` elements in the place of a page's text, or around it, while React goes on with the nodes it made: it would change
 * text that is no longer shown, and fail where it removes or inserts. Here a text that changes takes its place back (the translator will
 * translate it again), and nodes are found where they are now. What must not be translated at all says `translate="no"`.
 */
function survive(): void {
  watch.observe(document, { childList: true, subtree: true });
  const { removeChild, insertBefore } = Node.prototype;

  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode === this) return removeChild.call(this, child) as Child;
    if (this.contains(child)) child.parentNode?.removeChild(child);
    else removeStandIn(child);
    return child;
  };

  Node.prototype.insertBefore = function <New extends Node>(this: Node, node: New, before: Node | null): New {
    const isHere = before === null || before.parentNode === this;
    return insertBefore.call(this, node, isHere ? before : placeOf(before, this)) as New;
  };
}

/** What is shown in the place of a text that a translator took out. */
const standIns = new WeakMap<Node, Node>();
const standing = new WeakSet<Node>();

const watch = new MutationObserver((changes) => {
  for (const change of changes) {
    if (change.type === 'characterData') giveBack(change.target);
    else
      for (const node of change.removedNodes)
        if (node instanceof Text && !node.isConnected) noteTaken(node, change, changes);
  }
});

function noteTaken(text: Text, change: MutationRecord, changes: MutationRecord[]): void {
  const { target, addedNodes, previousSibling, nextSibling } = change;
  const inSamePlace = changes.filter(
    (other) =>
      other.target === target && other.previousSibling === previousSibling && other.nextSibling === nextSibling,
  );
  const added = inSamePlace.flatMap((other) => [...other.addedNodes]);
  const standIn = [...addedNodes, previousSibling, nextSibling, ...added].find(
    (node) => node?.nodeName === 'FONT' && node.isConnected && !standing.has(node),
  );
  if (!standIn) return;
  standIns.set(text, standIn);
  standing.add(standIn);
  watch.observe(text, { characterData: true });
}

function giveBack(text: Node): void {
  const standIn = standIns.get(text);
  if (!text.isConnected) standIn?.parentNode?.replaceChild(text, standIn);
}

function removeStandIn(text: Node): void {
  const standIn = standIns.get(text);
  standIn?.parentNode?.removeChild(standIn);
}

/** The child of the parent that stands for the node or contains it; null, the end, if nothing does. */
function placeOf(node: Node, parent: Node): Node | null {
  let place: Node | null = node.isConnected ? node : (standIns.get(node) ?? null);
  while (place && place.parentNode !== parent) place = place.parentNode;
  return place;
}

survive();
