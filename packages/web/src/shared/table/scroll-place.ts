/**
 * Browsers lay out at most some sixteen million pixels, or 400,000 rows: anything below that is unreachable. A taller list gets
 * this height, and its scroll bar represents all of it.
 */
export const TALLEST = 8_000_000

/** Heights in pixels: of all rows with the header, and of the visible part. */
export interface ListHeights {
  all: number
  seen: number
}

/** A scroll position. */
export interface ScrollPlace {
  /** Pixels of all rows above the visible part. */
  top: number
  /** The corresponding scrollTop of the browser. */
  scrollTop: number
}

/** At both ends of a taller list this many pixels map one to one to the scroll bar, so that steps reach the ends. */
const END_ZONE = 100_000
/** How far the scroll bar may drift from the rows before it is corrected; less than the size of the ends. */
const TOLERANCE = 80_000
const STEP_PAGES = 10
/** Browsers round scrollTop. */
const ROUNDING = 1

/**
 * The position after the browser has scrolled. Wheel, touch and keys move a list by their distance, at any height; a jump of
 * the scroll bar leads to the same fraction of the rows. Steps move the bar more than their fraction of a taller list, so it
 * has to be corrected now and then: in that case `scrollTop` differs from the given one.
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

/** The position with this many pixels of all rows above the visible part. */
export function placeOf(top: number, before: ScrollPlace, { all, seen }: ListHeights): ScrollPlace {
  const room = Math.max(0, all - seen)
  const wanted = within(room, top)
  if (all <= TALLEST) return { top: wanted, scrollTop: wanted }
  const barRoom = TALLEST - seen
  const step = wanted - before.top
  if (isStep(step, barRoom, seen)) return scrolledTo(before.scrollTop + step, before, { all, seen })
  return { top: wanted, scrollTop: mapped(wanted, room, barRoom) }
}

/** Several pages can be one step, if the page was busy in between; a pixel of the scroll bar isn't one. */
function isStep(step: number, barRoom: number, seen: number): boolean {
  return Math.abs(step) < Math.min(STEP_PAGES * seen, (0.9 * barRoom) / seen)
}

/** Converts distances between rows and scroll bar: one to one at the ends, scaled in between. */
function mapped(at: number, from: number, to: number): number {
  if (at <= END_ZONE) return Math.max(0, at)
  if (at >= from - END_ZONE) return to - Math.max(0, from - at)
  return END_ZONE + ((at - END_ZONE) / (from - 2 * END_ZONE)) * (to - 2 * END_ZONE)
}

function within(room: number, top: number): number {
  return Math.min(room, Math.max(0, top))
}
