import { formatBytes } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { Dialog } from '../shared/Dialog.tsx'
import layout from '../shared/layout.module.css'
import { formatCount, formatDate } from '../shared/text/numbers.ts'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import { useFocusReturn } from '../shared/use-focus-return.ts'
import type { ConflictQuestion, Decision } from './conflicts.ts'
import classes from './transfers.module.css'

/** Lets the user decide, for each file or once for all, what to do if its name is taken. */
export function ConflictDialog({ question }: { question: ConflictQuestion }) {
  const t = useTexts('transfers')
  const { conflicts, decide: submit } = question
  const [decisions, setDecisions] = useState<readonly Decision[]>([])
  const [isForAll, setForAll] = useState(true)
  useFocusReturn()
  const conflict = conflicts[decisions.length]
  if (!conflict) return null
  const { file, existing } = conflict
  const others = conflicts.length - decisions.length - 1

  const decide = (decision: Decision) => {
    const count = isForAll ? others + 1 : 1
    const next = [...decisions, ...Array.from({ length: count }, () => decision)]
    if (next.length === conflicts.length) submit(next)
    else setDecisions(next)
  }
  return (
    <Dialog
      onClose={() => submit(undefined)}
      title={<TitleOf name={file.name} />}
      size={520}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('conflict.cancel') }}
      classNames={{
        content: classes.conflict ?? '',
        header: classes.conflict ?? '',
        title: classes.conflictTitle ?? '',
      }}
    >
      <div className={layout.form}>
        {conflicts.length > 1 && (
          <p className={layout.note}>
            {t('conflict.of', {
              number: formatCount(decisions.length + 1),
              total: formatCount(conflicts.length),
            })}
          </p>
        )}
        <dl className={layout.facts}>
          <dt>{t('conflict.there')}</dt>
          <dd>
            {formatBytes(existing.size)} · {formatDate(existing.last_modified) || t('conflict.underWay')}
          </dd>
          <dt>{t('conflict.new')}</dt>
          <dd>
            {formatBytes(file.size)} · {formatDate(new Date(file.lastModified).toISOString())}
          </dd>
        </dl>
        <p className={layout.note}>{t('conflict.note')}</p>
        {others > 0 && (
          <label className={`${layout.row} ${classes.forAll}`}>
            <input type="checkbox" checked={isForAll} onChange={(event) => setForAll(event.currentTarget.checked)} />
            {t('conflict.all', { count: others, number: formatCount(others) })}
          </label>
        )}
        <div className={`${layout.buttons} ${classes.answers}`}>
          <Button variant="default" onClick={() => decide('skip')}>
            {t('conflict.skip')}
          </Button>
          <Button variant="default" data-autofocus onClick={() => decide('keepBoth')}>
            {t('conflict.keepBoth')}
          </Button>
          <Button color="bad" onClick={() => decide('overwrite')}>
            {t('conflict.overwrite')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function TitleOf({ name }: { name: string }) {
  const t = useTexts('transfers')
  // The name in its sentence, isolated from the text direction around it.
  const [before = '', after = ''] = t('conflict.title', { name: '\0' }).split('\0')
  return (
    <span title={plainName(name)}>
      {before}
      <ObjectName name={name} />
      {after}
    </span>
  )
}
