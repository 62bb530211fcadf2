import classes from './StatementText.module.css'

/** A statement of a policy as it was written. Long lines wrap, so that keyboard users don't have to scroll a box. */
export function StatementText({ text }: { text: string }) {
  return <pre className={classes.statement}>{text}</pre>
}
