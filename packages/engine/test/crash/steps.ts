/** The steps of a write, in order (see the top of `open-store.ts`). */
export const STEPS = [
  'write',
  'fsync',
  'rename',
  'directory fsync',
  'index commit',
  'index flush',
  'acknowledgement',
  'removal of what was replaced',
] as const

export type Step = (typeof STEPS)[number]

/** The steps in rotation, so that each gets its share of the crashes. */
export function stepOfRound(round: number): Step {
  return STEPS[round % STEPS.length] ?? STEPS[0]
}

/** How many crashes occurred after each step and before the next. */
export class CrashCount {
  readonly #after = new Map<Step, number>(STEPS.map((step) => [step, 0]))

  add(step: Step): void {
    this.#after.set(step, (this.#after.get(step) ?? 0) + 1)
  }

  get total(): number {
    return [...this.#after.values()].reduce((sum, count) => sum + count, 0)
  }

  get least(): number {
    return Math.min(...this.#after.values())
  }

  toString(): string {
    const next = new Map(STEPS.map((step, index) => [step, STEPS[index + 1] ?? 'the next write']))
    return [...this.#after].map(([step, count]) => `  ${step} | ${next.get(step)}: ${count}`).join('\n')
  }
}
