import { useTexts } from '../../messages/use-texts.ts'
import classes from './NameChips.module.css'
import { formatCount } from './numbers.ts'
import { ObjectName } from './ObjectName.tsx'

/** More names than these aren't useful in a dialog. */
const SHOWN = 12

/** A few names under a label, as in "Users: alice, bob and 3 more"; nothing if there are none. */
export function NameChips({ label, names }: { label: string; names: readonly string[] }) {
  const t = useTexts()
  if (names.length === 0) return null
  const hidden = names.length - SHOWN
  return (
    <div>
      <p className={classes.label}>{label}</p>
      <ul className={classes.names} aria-label={label}>
        {names.slice(0, SHOWN).map((name) => (
          <li key={name}>
            <ObjectName name={name} />
          </li>
        ))}
        {hidden > 0 && <li className={classes.more}>{t('more', { count: hidden, number: formatCount(hidden) })}</li>}
      </ul>
    </div>
  )
}
