import { useTranslation } from 'react-i18next'
import classes from './ObjectName.module.css'
import { visibleName } from './visible-name.ts'

interface ObjectNameProps {
  name: string
}

/**
 * A name that somebody else chose. It is text, isolated from the direction of its surroundings, and its characters that
 * would hide or mislead are shown as marks.
 */
export function ObjectName({ name }: ObjectNameProps) {
  const { t } = useTranslation()
  return (
    <bdi className={classes.name}>
      {visibleName(name).map((part) =>
        'text' in part ? (
          part.text
        ) : (
          <span key={part.at} className={classes.mark} title={t(`control.${part.kind}`, { code: part.code })}>
            {part.mark}
          </span>
        ),
      )}
    </bdi>
  )
}
