import classes from './StatementText.module.css'

/** A statement of a policy as it was written. Long lines wrap, so that nobody has to scroll a box by keyboard. */
export function StatementText({ text }: { text: string }) {
  return <pre className={classes.statement}>{text}</pre>
}
