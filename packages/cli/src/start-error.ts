/** An expected reason not to start. Its message says what is wrong and what to do, and is shown without a stack trace. */
export class StartError extends Error {
  override name = 'StartError'
}
