/** What is read of an element of an SVG document; the browser's own elements fit. */
export interface DrawnElement {
  localName: string
  children: ArrayLike<DrawnElement>
  attributes: ArrayLike<{ localName: string; value: string }>
}

/** Elements that a drawing may have, copies included: as many as browsers draw in a moment, with some 100 MiB. */
export const MAX_ELEMENTS = 100_000
/** Elements inside each other, copies included. */
const MAX_DEPTH = 1000

/**
 * Whether a browser can draw an SVG document without being kept busy by it. An element `use` copies another one with all that it
 * copies itself: a few lines become billions of elements, which no browser limits. What hides copies from being counted counts
 * as too many: animated references, and drawings inside a drawing.
 */
export function isDrawable(root: DrawnElement): boolean {
  const named = new Map<string, DrawnElement>()
  const waiting = [root]
  let count = 0
  for (let element = waiting.pop(); element; element = waiting.pop()) {
    if (++count > MAX_ELEMENTS || hidesCopies(element)) return false
    const id = attribute(element, 'id')
    if (id !== undefined) named.set(id, element)
    // In reverse: of two elements with the same name the first one counts, which is set last.
    for (let at = 0; at < element.children.length; at++) waiting.push(element.children[at] as DrawnElement)
  }
  const sizes = new Map<DrawnElement, number>()
  const sizeOf = (element: DrawnElement, depth: number): number => {
    const known = sizes.get(element)
    if (known !== undefined) return known
    if (depth > MAX_DEPTH) return Number.POSITIVE_INFINITY
    // An element that contains its own copy isn't drawn.
    sizes.set(element, 0)
    let size = 1
    for (let at = 0; at < element.children.length; at++) {
      size += sizeOf(element.children[at] as DrawnElement, depth + 1)
    }
    const copied = element.localName === 'use' ? named.get(referenceOf(element) ?? '') : undefined
    if (copied) size += sizeOf(copied, depth + 1)
    sizes.set(element, size)
    return size
  }
  return sizeOf(root, 0) <= MAX_ELEMENTS
}

function hidesCopies({ localName, attributes }: DrawnElement): boolean {
  for (let at = 0; at < attributes.length; at++) {
    const { localName: name, value } = attributes[at] as { localName: string; value: string }
    if (/^\s*data:[^,]*svg/i.test(value)) return true
    if (name === 'attributeName' && /href\s*$/.test(value) && /^(?:set|animate)/.test(localName)) return true
  }
  return false
}

/** The name of the element that a `use` copies. */
function referenceOf(element: DrawnElement): string | undefined {
  // As browsers read addresses.
  const [, name] = /^#(.*)$/s.exec((attribute(element, 'href') ?? '').replaceAll(/[\t\r\n]/g, '').trim()) ?? []
  if (name === undefined) return undefined
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

function attribute({ attributes }: DrawnElement, wanted: string): string | undefined {
  for (let at = 0; at < attributes.length; at++) {
    if (attributes[at]?.localName === wanted) return attributes[at]?.value
  }
  return undefined
}
