import { AppError, bothTexts, detailText, type Text } from '@cooperage/contract'

export interface Step {
  /** What it changes, for the error message: `status`, `group devs`, or the name of a setting. */
  what: string | Text
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
      const names = (some: readonly Step[]) => some.map(({ what }) => what)
      const progress = detailText('progress', { saved: names(steps.slice(0, index)), rest: names(steps.slice(index)) })
      const before = error.detail ?? error.detailedMessage
      const detailedMessage = before === '' ? progress : bothTexts(before, progress)
      throw new AppError(error.code, error.details, { cause: error, detailedMessage, refusal: error.refusal })
    }
  }
}
