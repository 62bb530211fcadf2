import type { Random } from './random.ts'
import type { Step } from './steps.ts'

/** When the power is lost: directly after the `occurrence`-th time that `after` is reached. */
export interface CrashPlan {
  after: Step
  occurrence: number
}

/**
 * The power supply of a simulated run. What runs on it passes through `turn` before each effect; once the power is off,
 * that never comes back, as for a process that is no more.
 */
export class Machine {
  readonly random: Random
  /** Resolves when the power is lost. */
  readonly off: Promise<void>
  #isOn = true
  #switchOff: () => void = () => undefined
  readonly #plan: CrashPlan | undefined
  #reached = 0

  constructor(random: Random, plan?: CrashPlan) {
    this.random = random
    this.#plan = plan
    this.off = new Promise((resolve) => {
      this.#switchOff = resolve
    })
  }

  get isOn(): boolean {
    return this.#isOn
  }

  /** Lets others run for a while, so that the work of concurrent clients interleaves in ever new ways. */
  async turn(): Promise<void> {
    for (let turns = this.random.int(1, 3); turns > 0; turns--) await new Promise((resolve) => setImmediate(resolve))
    await this.#untilOn()
  }

  /** Reports that a step has taken effect; its caller continues only if the power is still on. */
  async reached(step: Step): Promise<void> {
    this.note(step)
    await this.#untilOn()
  }

  /** As `reached`, where nothing can be awaited. */
  note(step: Step): void {
    if (this.#isOn && step === this.#plan?.after && ++this.#reached === this.#plan.occurrence) this.cut()
  }

  cut(): void {
    this.#isOn = false
    this.#switchOff()
  }

  async #untilOn(): Promise<void> {
    if (!this.#isOn) await new Promise(() => undefined)
  }
}
