import '../../messages/en/policy-actions.ts'
import type { PolicyCatalogue } from '@cooperage/contract'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { SearchBox } from '../../shared/SearchBox.tsx'
import { plainName } from '../../shared/text/visible-name.ts'
import { groupedActions, matchingActions } from './action-groups.ts'
import classes from './actions.module.css'

interface ActionChooserProps {
  /** Those that are offered. */
  actions: PolicyCatalogue['actions']
  /** Names or patterns; those that aren't offered are shown, too. */
  chosen: readonly string[]
  onAdd: (name: string) => void
  onRemove: (name: string) => void
  /** Adds what is typed as it is: patterns such as `s3:Get*`. Absent: only what is offered can be chosen. */
  hasPatterns?: boolean
}

/** Chooses actions from the catalogue, by group and with a search. */
export function ActionChooser({ actions, chosen, onAdd, onRemove, hasPatterns = false }: ActionChooserProps) {
  const t = useTexts('policyActions')
  const [search, setSearch] = useState('')
  const offered = new Set(actions.map(({ name }) => name))
  const others = chosen.filter((name) => !offered.has(name))
  const groups = groupedActions(actions).map(({ group, names }) => ({
    group,
    names,
    found: matchingActions(names, search),
  }))
  const isEmpty = groups.every(({ found }) => found.length === 0)
  const typed = search.trim()
  const canAdd = hasPatterns && /^\*$|^[a-z0-9]+:[\w*?]+$/i.test(typed) && !chosen.includes(typed)
  const add = () => {
    if (!canAdd) return
    onAdd(typed)
    setSearch('')
  }
  return (
    <div className={classes.chooser}>
      <div className={classes.search}>
        <SearchBox label={t('search')} value={search} onChange={setSearch} onEnter={add} />
      </div>
      {hasPatterns && <p className={classes.hint}>{t('patternHint')}</p>}
      {canAdd && (
        <button type="button" className={classes.add} onClick={add}>
          {t('addPattern', { pattern: typed })}
        </button>
      )}
      {others.length > 0 && (
        <ul className={classes.values} aria-label={t('others')}>
          {others.map((name) => (
            <li key={name}>
              <code>{plainName(name)}</code>
              <button type="button" aria-label={t('remove', { name: plainName(name) })} onClick={() => onRemove(name)}>
                <IconX size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {groups.map(({ group, names, found }) => {
        if (found.length === 0) return null
        const count = names.filter((name) => chosen.includes(name)).length
        return (
          // A search opens what it finds.
          <details key={`${group} ${search !== ''}`} open={search !== ''}>
            <summary>
              {t(`groups.${group}`)}
              <span className={classes.count}>{t('chosen', { number: count, total: names.length })}</span>
            </summary>
            <ul className={classes.actions}>
              {found.map((name) => (
                <li key={name}>
                  <label>
                    <input
                      type="checkbox"
                      checked={chosen.includes(name)}
                      onChange={({ currentTarget }) => (currentTarget.checked ? onAdd(name) : onRemove(name))}
                    />
                    <span>{name}</span>
                  </label>
                </li>
              ))}
            </ul>
          </details>
        )
      })}
      {isEmpty && <p className={classes.hint}>{t('none')}</p>}
    </div>
  )
}
