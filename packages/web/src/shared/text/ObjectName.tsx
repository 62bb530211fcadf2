import { useTexts } from '../../messages/use-texts.ts'
import classes from './ObjectName.module.css'
import { type NameMark, visibleName } from './visible-name.ts'

interface ObjectNameProps {
  name: string
}

/**
 * A name that someone else chose. It is text, isolated from the text direction around it, and characters that would hide or
 * mislead are displayed as marks.
 */
export function ObjectName({ name }: ObjectNameProps) {
  return (
    <bdi className={classes.name}>
      {visibleName(name).map((part) => ('text' in part ? part.text : <Mark key={part.at} mark={part} />))}
    </bdi>
  )
}

function Mark({ mark }: { mark: NameMark }) {
  const t = useTexts()
  return (
    <span className={classes.mark} title={t(`control.${mark.kind}`, { code: mark.code })}>
      {mark.mark}
    </span>
  )
}
