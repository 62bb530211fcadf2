/** The items of a generator whose first one was read ahead. */
export async function* beginningWith<T>(first: IteratorResult<T>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    if (!first.done) yield first.value
    yield* rest
  } finally {
    // Closed explicitly: if nothing was read from `rest`, ending the outer generator does not end it.
    await rest.return(undefined)
  }
}
