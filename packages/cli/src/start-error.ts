/** An expected reason not to start. Its message tells a person what is wrong and what to do; no stack trace belongs to it. */
export class StartError extends Error {
  override name = 'StartError'
}
