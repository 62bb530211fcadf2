import classes from './viewers.module.css'

interface MessageProps {
  text: string
  isFailure?: boolean
}

/** Replaces content that can't be shown, and says why. */
export function Message({ text, isFailure = false }: MessageProps) {
  return (
    <div className={classes.message} role={isFailure ? 'alert' : 'status'}>
      <p className={classes.messageText}>{text}</p>
    </div>
  )
}
