/**
 * Browsers lay out some sixteen million pixels and no more, which are 400,000 rows: what is taller is not to be reached.
 * A taller list takes this height, and its scroll bar stands for all of it.
 */
export const TALLEST = 8_000_000

/** Heights in pixels: of all rows with their head, and of what is seen of them. */
export interface ListHeights {
  all: number
  seen: number
}

/** Where a list is scrolled to. */
export interface ScrollPlace {
  /** Pixels above what is seen, of all rows. */
  top: number
  /** What the browser is scrolled to for it. */
  scrollTop: number
}

/** So many pixels at each end of a taller list are as many of the scroll bar, so that steps reach the ends as in any list. */
const END_ZONE = 100_000
/** How far the scroll bar may be from where its rows belong before it is set right; less than what the ends have. */
const TOLERANCE = 80_000
const STEP_PAGES = 10
/** Browsers round what they are scrolled to. */
const ROUNDING = 1

/**
 * The place after the browser has scrolled. The wheel, a finger and a key move a list by what they say, at any height; a leap
 * of the scroll bar leads to the same part of the rows as of the bar. Steps move the bar more than their part of a taller list,
 * so that it has to be set right now and then: then `scrollTop` differs from what was given.
 */
export function scrolledTo(scrollTop: number, before: ScrollPlace, { all, seen }: ListHeights): ScrollPlace {
  if (all <= TALLEST) return { top: scrollTop, scrollTop }
  const [room, barRoom] = [all - seen, TALLEST - seen]
  const step = scrollTop - before.scrollTop
  const top = isStep(step, barRoom, seen) ? within(room, before.top + step) : mapped(scrollTop, barRoom, room)
  const fitting = mapped(top, room, barRoom)
  const isAtEnd = Math.min(top, room - top) < END_ZONE
  if (Math.abs(scrollTop - fitting) > (isAtEnd ? ROUNDING : TOLERANCE)) return { top, scrollTop: fitting }
  return { top: isAtEnd ? mapped(scrollTop, barRoom, room) : top, scrollTop }
}

/** The place where this many pixels of all rows are above what is seen. */
export function placeOf(top: number, before: ScrollPlace, { all, seen }: ListHeights): ScrollPlace {
  const room = Math.max(0, all - seen)
  const wanted = within(room, top)
  if (all <= TALLEST) return { top: wanted, scrollTop: wanted }
  const barRoom = TALLEST - seen
  const step = wanted - before.top
  if (isStep(step, barRoom, seen)) return scrolledTo(before.scrollTop + step, before, { all, seen })
  return { top: wanted, scrollTop: mapped(wanted, room, barRoom) }
}

/** Several pages may be one step, when the page was busy in the middle of a swing; a pixel of the scroll bar is none. */
function isStep(step: number, barRoom: number, seen: number): boolean {
  return Math.abs(step) < Math.min(STEP_PAGES * seen, (0.9 * barRoom) / seen)
}

/** From the way that the rows have to that of the scroll bar, or back: alike at the ends, a part in between. */
function mapped(at: number, from: number, to: number): number {
  if (at <= END_ZONE) return Math.max(0, at)
  if (at >= from - END_ZONE) return to - Math.max(0, from - at)
  return END_ZONE + ((at - END_ZONE) / (from - 2 * END_ZONE)) * (to - 2 * END_ZONE)
}

function within(room: number, top: number): number {
  return Math.min(room, Math.max(0, top))
}
