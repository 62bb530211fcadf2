import type { Random } from '@cooperage/testkit/random'
import type { Step } from './steps.ts'

/** The moment of a power loss: directly after the step `after` is reached for the `occurrence`-th time. */
export interface CrashPlan {
  after: Step
  occurrence: number
}

/**
 * The power supply of a simulated run. Everything that runs on it awaits `turn` before each effect. Once the power is off, that
 * never resolves, as in a process that no longer exists.
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

  /** Lets others run for a while, so that the work of concurrent clients interleaves at random. */
  async turn(): Promise<void> {
    for (let turns = this.random.int(1, 3); turns > 0; turns--) await new Promise((resolve) => setImmediate(resolve))
    await this.#untilOn()
  }

  /** Reports that a step has taken effect; its caller continues only if the power is still on. */
  async reached(step: Step): Promise<void> {
    this.note(step)
    await this.#untilOn()
  }

  /** Like `reached`, where nothing can be awaited. */
  note(step: Step): void {
    if (this.#isOn && step === this.#plan?.after && ++this.#reached === this.#plan.occurrence) this.cutPower()
  }

  cutPower(): void {
    this.#isOn = false
    this.#switchOff()
  }

  async #untilOn(): Promise<void> {
    if (!this.#isOn) await new Promise(() => undefined)
  }
}
