/** Without a scroll for so long, nobody scrolls: a wheel's steps and a finger's swing come closer together. */
const REST_MS = 150

let scrolledAt = Number.NEGATIVE_INFINITY

/** Notes from now on when anything of the page is scrolled. */
export function watchScrolling(target: Pick<EventTarget, 'addEventListener'> = document): void {
  const note = () => {
    scrolledAt = performance.now()
  }
  target.addEventListener('scroll', note, { capture: true, passive: true })
}

/** Resolves at once while nobody scrolls; otherwise when that is over, or after `mostMs`. For what has time, so that scrolling has the processor. */
export async function scrollIdle(mostMs: number): Promise<void> {
  const latest = performance.now() + mostMs
  for (;;) {
    const wait = Math.min(scrolledAt + REST_MS, latest) - performance.now()
    if (wait <= 0) return
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}
