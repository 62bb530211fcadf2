import { InfoCard } from '../overlay/InfoCard.tsx'
import classes from './LongText.module.css'

interface LongTextProps {
  text: string
}

/** A text that its place may cut off, as in a row of a table: selecting it shows all of it, on a phone too. */
export function LongText({ text }: LongTextProps) {
  return (
    <InfoCard
      position="bottom-start"
      width={320}
      button={(opener) => (
        <button {...opener} type="button" title={text} className={classes.text}>
          {text}
        </button>
      )}
    >
      {() => <p className={classes.whole}>{text}</p>}
    </InfoCard>
  )
}
