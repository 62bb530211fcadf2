/** A dash in place of a value that isn't known. */
export function Unknown({ reason }: { reason: string }) {
  return (
    <span role="img" aria-label={reason} title={reason}>
      –
    </span>
  )
}
