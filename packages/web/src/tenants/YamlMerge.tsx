import { useId } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import layout from '../shared/layout.module.css'
import { formatCount } from '../shared/text/numbers.ts'
import classes from './tenants.module.css'
import type { YamlConflict, YamlVersion } from './yaml-merge.ts'

interface YamlMergeProps {
  conflicts: readonly YamlConflict[]
  /** By the index of the conflict. */
  chosen: readonly (YamlVersion | undefined)[]
  onChoose: (chosen: (YamlVersion | undefined)[]) => void
}

/** Lines that the visitor and someone else have changed: both versions to choose from, and what they were before. */
export function YamlMerge({ conflicts, chosen, onChoose }: YamlMergeProps) {
  const t = useTexts('tenants')
  const id = useId()
  const total = formatCount(conflicts.length)
  return (
    <>
      <p>{t('yaml.merge.note', { count: conflicts.length, number: total })}</p>
      {conflicts.map((conflict, index) => {
        // Conflicts have no identity but their position, and none of them moves.
        const key = index
        return (
          <fieldset key={key} className={`${layout.group} ${classes.conflict}`}>
            <legend>{t('yaml.merge.conflict', { number: formatCount(index + 1), total })}</legend>
            <div className={classes.versions}>
              {(['edited', 'current'] as const).map((version, place) => (
                <label key={version} className={classes.version}>
                  <span className={classes.versionName}>
                    <input
                      type="radio"
                      name={`${id}-${index}`}
                      data-autofocus={(index === 0 && place === 0) || undefined}
                      aria-describedby={`${id}-${index}-${version}`}
                      checked={chosen[index] === version}
                      onChange={() => onChoose(conflicts.map((_, at) => (at === index ? version : chosen[at])))}
                    />
                    <span>{t(`yaml.merge.${version}`)}</span>
                  </span>
                  <Lines id={`${id}-${index}-${version}`} lines={conflict[version]} />
                </label>
              ))}
              <div className={classes.version}>
                <span className={classes.versionName}>{t('yaml.merge.base')}</span>
                <Lines id={`${id}-${index}-base`} lines={conflict.base} />
              </div>
            </div>
          </fieldset>
        )
      })}
    </>
  )
}

function Lines({ id, lines }: { id: string; lines: readonly string[] }) {
  const t = useTexts('tenants')
  if (lines.length === 0) {
    return (
      <span id={id} className={layout.note}>
        {t('yaml.merge.removed')}
      </span>
    )
  }
  return (
    <code id={id} className={classes.versionLines}>
      {lines.join('\n')}
    </code>
  )
}
