import { listObjects } from '@cooperage/contract'
import { NativeSelect, TextInput, UnstyledButton } from '@mantine/core'
import { IconCornerLeftUp, IconFolder } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { compareNames } from '../../shared/text/intl.ts'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { plainName } from '../../shared/text/visible-name.ts'
import { useDelayed } from '../../shared/use-delayed.ts'
import { leafName } from '../entry.ts'
import classes from '../objects.module.css'
import { useKnownPlaces } from '../use-known-places.ts'
import { completionOf, type Destination } from './destination.ts'

/** Maximum number of entries that are listed to find the folders among them. */
export const READ_ENTRIES = 1000

interface FolderChooserProps {
  value: Destination
  onChange: (destination: Destination) => void
  /** The problem with the folder. */
  problem: string | undefined
}

/** A bucket and a folder in it, typed or chosen step by step. */
export function FolderChooser({ value, onChange, problem }: FolderChooserProps) {
  const { bucket, path } = value
  const t = useTexts('copying')
  const input = useRef<HTMLInputElement>(null)
  const { places, error } = useKnownPlaces()
  const names = new Set([bucket, ...places.map((place) => place.slice(0, place.indexOf('/')))])
  const choose = (folder: string) => {
    onChange({ bucket, path: folder })
    // The pressed button is replaced by the sub-folders.
    input.current?.focus()
  }
  return (
    <>
      <NativeSelect
        label={t('to.bucket')}
        description={error ? t('to.bucketsUnread', { message: error.message }) : undefined}
        data={[...names].sort(compareNames)}
        value={bucket}
        onChange={(event) => onChange({ bucket: event.currentTarget.value, path: '' })}
      />
      <TextInput
        ref={input}
        label={t('to.folder')}
        description={t('to.folderHint')}
        data-autofocus
        error={problem}
        value={path}
        onChange={(event) => onChange({ bucket, path: event.currentTarget.value })}
      />
      <FolderList bucket={bucket} path={path} onChoose={choose} />
    </>
  )
}

interface FolderListProps extends Destination {
  onChoose: (folder: string) => void
}

/** The folders that complete a typed path. */
function FolderList({ bucket, path, onChoose }: FolderListProps) {
  const t = useTexts('copying')
  const id = useId()
  const { parent, start } = completionOf(path)
  const query = { prefix: parent, limit: READ_ENTRIES }
  const { data, error, isPending } = useApiQuery(listObjects, { params: { bucket }, query }, { staleTime: 5000 })
  const isSlow = useDelayed(isPending, 100)
  const offered = (data?.objects ?? [])
    .map(({ name }) => name)
    .filter((name) => name.endsWith('/') && name !== parent && leafName(name, parent).startsWith(start))
  const above = parent.slice(0, parent.lastIndexOf('/', parent.length - 2) + 1)
  const place = plainName(`${bucket}/${parent}`)
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={classes.choicesLabel}>
        {t('to.list', { place })}
      </h3>
      <ul className={classes.choices} aria-busy={isPending}>
        {parent !== '' && (
          <li>
            <UnstyledButton className={classes.choice} onClick={() => onChoose(above)}>
              <IconCornerLeftUp size={16} aria-hidden="true" />
              {t('to.up')}
            </UnstyledButton>
          </li>
        )}
        {offered.map((folder) => (
          <li key={folder}>
            <UnstyledButton className={classes.choice} onClick={() => onChoose(folder)}>
              <IconFolder size={16} aria-hidden="true" />
              <ObjectName name={leafName(folder, parent)} />
            </UnstyledButton>
          </li>
        ))}
        <li className={classes.choicesNote}>
          {isSlow && t('to.reading')}
          {error && t('to.unread', { message: error.message })}
          {data && offered.length === 0 && t(start === '' ? 'to.none' : 'to.noMatch')}
          {data?.next !== undefined && ` ${t('to.more')}`}
        </li>
      </ul>
    </section>
  )
}
