import { ErrorToast } from './ErrorToast.tsx'
import classes from './MessageArea.module.css'
import { dismissError, dismissNotice, useMessages } from './messages.ts'
import { Snackbar } from './Snackbar.tsx'

/** Where the error toast and the snackbar appear; its two regions are always there, so that screen readers announce them. */
export function MessageArea() {
  const { error, notice } = useMessages()
  return (
    <div className={classes.area}>
      <div role="alert">{error && <ErrorToast key={error.id} {...error} onClose={dismissError} />}</div>
      <div role="status">{notice && <Snackbar key={notice.id} text={notice.text} onClose={dismissNotice} />}</div>
    </div>
  )
}
