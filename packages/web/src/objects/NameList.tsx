import { useTexts } from '../messages/use-texts.ts'
import { formatCount } from '../shared/text/numbers.ts'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import classes from './objects.module.css'

/** Number of names shown before 'and n more'. */
const SHOWN = 5

/** The names that a dialog is about. */
export function NameList({ names }: { names: readonly string[] }) {
  const t = useTexts('objects')
  return (
    <ul className={`${classes.box} ${classes.names}`}>
      {names.slice(0, SHOWN).map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one object may have several uploads; the list stays as it is
        <li key={index}>
          <ObjectName name={name} />
        </li>
      ))}
      {names.length > SHOWN && <li>{t('andMore', { number: formatCount(names.length - SHOWN) })}</li>}
    </ul>
  )
}
