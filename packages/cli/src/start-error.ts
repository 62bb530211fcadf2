/** An expected reason not to start. Its message tells the user what is wrong and what to do, without a stack trace. */
export class StartError extends Error {
  override name = 'StartError'
}
