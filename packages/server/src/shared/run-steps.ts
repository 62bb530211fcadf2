import { AppError } from '@cooperage/contract'

export interface Step {
  /** What it changes, for the error message: `the status`, `group devs`. */
  what: string
  run: () => Promise<void>
}

/**
 * Runs the steps of a change in order. The first failure ends it and is thrown; its `detailedMessage` lists what was saved
 * before it and what wasn't, so that a partial change is never silent.
 */
export async function runSteps(steps: readonly Step[]): Promise<void> {
  for (const [index, { run }] of steps.entries()) {
    try {
      await run()
    } catch (error) {
      if (!(error instanceof AppError) || index === 0) throw error
      const names = (some: readonly Step[]) => some.map(({ what }) => what).join(', ')
      const progress = `Saved: ${names(steps.slice(0, index))}. Not saved: ${names(steps.slice(index))}.`
      const detailedMessage = [error.detailedMessage, progress].filter((text) => text !== '').join(' ')
      throw new AppError(error.code, error.details, { cause: error, detailedMessage, refusal: error.refusal })
    }
  }
}
