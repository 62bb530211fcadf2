import { IconUser } from '@tabler/icons-react'
import { useState } from 'react'
import { DateField } from '../src/shared/fields/DateField.tsx'
import { KeyValueField } from '../src/shared/fields/KeyValueField.tsx'
import { PickList } from '../src/shared/fields/PickList.tsx'
import type { Pair } from '../src/shared/fields/pairs.ts'
import { queryString } from '../src/shared/fields/pairs.ts'
import { SecretKeyField } from '../src/shared/fields/SecretKeyField.tsx'
import { SizeField } from '../src/shared/fields/SizeField.tsx'
import { bytesOfInput, sizeInput } from '../src/shared/fields/size.ts'
import type { Selection } from '../src/shared/table/selection.ts'
import { formatDuration } from '../src/shared/text/durations.ts'

const DAY = 86_400
const NAMES = Array.from({ length: 5000 }, (_, index) => `user-${String(index).padStart(4, '0')}`)
const LOADED = { data: NAMES, error: null, isPending: false, isFetching: false, refetch: () => undefined }

export default function FieldsPiece() {
  const [date, setDate] = useState('')
  const [isSpecific, setSpecific] = useState(false)
  const [end, setEnd] = useState('2031-05-17')
  const [tags, setTags] = useState<Pair[]>([
    { key: 'team', value: 'photo lab' },
    { key: 'year', value: '2027' },
  ])
  const [size, setSize] = useState(sizeInput(1024 ** 4))
  const [currentSecret, setCurrentSecret] = useState('')
  const [newSecret, setNewSecret] = useState('')
  const [names, setNames] = useState<Selection>(new Set(['user-0003']))
  return (
    <>
      <DateField
        label="Expiry date"
        description="Objects are removed at midnight UTC."
        value={date}
        onChange={setDate}
      />
      <DateField
        label="Link ends"
        value={end}
        onChange={setEnd}
        specific={{ isOn: isSpecific, onChange: setSpecific }}
      />
      <KeyValueField
        label="Tags"
        description="A rule covers objects that have all of them."
        value={tags}
        onChange={setTags}
        limit={4}
      />
      <SizeField
        label="Quota"
        value={size}
        onChange={setSize}
        error={bytesOfInput(size) === undefined ? 'This is no size.' : undefined}
      />
      <SecretKeyField label="Current secret key" value={currentSecret} onChange={setCurrentSecret} />
      <SecretKeyField label="New secret key" value={newSecret} onChange={setNewSecret} isNew />
      <PickList
        label="Users"
        searchLabel="Filter Users"
        query={LOADED}
        names={NAMES}
        selected={names}
        onChange={setNames}
        empty={{ icon: IconUser, title: 'No Users Available' }}
      />
      <output>
        {JSON.stringify({ date, end, tags: queryString(tags), bytes: bytesOfInput(size) ?? null, names: [...names] })}
      </output>
      <p>{[400, 45, 14, 3].map((days) => formatDuration(days * DAY)).join(' · ')}</p>
    </>
  )
}
