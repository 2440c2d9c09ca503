/*
 * A browser that translates a page puts `<font>` elements in the place of its text nodes, which React goes on to
 * change, move and remove: React then fails, or changes what nobody sees
 * (https://github.com/facebook/react/issues/11538). Here React is given the element that replaced a text, and a text
 * that React changes is put back, so that the page shows what is true and the browser translates it again.
 */

/** Text nodes that a translation took out of the page → what stands in their place. */
const translations = new WeakMap<Node, HTMLElement>()
const known = new WeakSet<Node>()

/** Returns what stands in the place of a text node that was taken out of the page, if there is anything. */
function findTranslation(child: Node): HTMLElement | undefined {
  if (child.nodeType !== Node.TEXT_NODE || child.parentNode) return undefined
  const translation = translations.get(child)
  return translation?.parentNode ? translation : undefined
}

/** Prevents the browser's translation from breaking the pages. Called once, before React renders. */
export function surviveTranslation(): void {
  const { appendChild, insertBefore, removeChild } = Node.prototype

  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const present = findTranslation(child) ?? child
    const isGone = child.nodeType === Node.TEXT_NODE && present.parentNode === null
    if (!isGone) removeChild.call(this, present)
    return child
  }

  Node.prototype.insertBefore = function <T extends Node>(
    this: Node,
    child: T,
    before: Node | null,
  ): T {
    findTranslation(child)?.remove()
    insertBefore.call(this, child, before && (findTranslation(before) ?? before))
    return child
  }

  Node.prototype.appendChild = function <T extends Node>(this: Node, child: T): T {
    findTranslation(child)?.remove()
    appendChild.call(this, child)
    return child
  }

  const textChanges = new MutationObserver((mutations) => {
    for (const { target } of mutations) {
      findTranslation(target)?.replaceWith(target)
    }
  })
  const replacements = new MutationObserver((mutations) => {
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of mutations) {
      const translation = [...addedNodes, previousSibling, nextSibling].find(isNewTranslation)
      if (!translation) continue
      for (const removed of removedNodes) {
        if (removed.nodeType !== Node.TEXT_NODE) continue
        known.add(translation)
        translations.set(removed, translation)
        textChanges.observe(removed, { characterData: true })
      }
    }
  })
  replacements.observe(document.documentElement, { childList: true, subtree: true })
}

function isNewTranslation(node: Node | null): node is HTMLElement {
  return node?.nodeName === 'FONT' && !known.has(node)
}
