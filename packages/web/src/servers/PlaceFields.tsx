import '../messages/en/servers.ts'
import { listBuckets } from '@cooperage/contract'
import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { basePath } from '../navigation/base-path.ts'
import { serverBase } from '../navigation/server-paths.ts'
import { type ApiError, isSignedOut } from '../shared/api/api-error.ts'
import { callAt } from '../shared/api/call.ts'
import layout from '../shared/layout.module.css'
import { compareNames } from '../shared/text/intl.ts'
import { plainName } from '../shared/text/visible-name.ts'
import { useServers } from './use-servers.ts'

interface ServerSelectProps {
  /** '' for the server of this page. */
  value: string
  onChange: (name: string) => void
}

/** Which of several storage servers; nothing if there is only one. */
export function ServerSelect({ value, onChange }: ServerSelectProps) {
  const t = useTexts('servers')
  const servers = useServers()
  if (servers.length < 2) return null
  return (
    <NativeSelect
      label={t('place.server')}
      data={servers.map(({ name, title, isHere }) => ({
        value: isHere ? '' : name,
        label: isHere ? t('place.here', { title: plainName(title) }) : plainName(title),
      }))}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

interface PlaceOnProps {
  /** '' for the server of this page. */
  server: string
  bucket: string
  onBucket: (bucket: string) => void
  folder: string
  onFolder: (folder: string) => void
  /** What is wrong with the folder. */
  problem?: string | undefined
}

/** A bucket and a folder of a server. The list of its buckets completes what is typed, since not everyone may list them. */
export function PlaceOn({ server, bucket, onBucket, folder, onFolder, problem }: PlaceOnProps) {
  const t = useTexts('servers')
  const listId = useId()
  const { data, error } = useBucketsOfServer(server)
  if (error && isSignedOut(error)) return <SignedOut server={server} />
  return (
    <>
      <TextInput
        label={t('place.bucket')}
        description={error ? t('place.bucketsUnread', { message: error.message }) : undefined}
        list={listId}
        value={bucket}
        onChange={(event) => onBucket(event.currentTarget.value)}
      />
      <datalist id={listId}>
        {data?.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <TextInput
        label={t('place.folder')}
        description={t('place.folderHint')}
        error={problem}
        value={folder}
        onChange={(event) => onFolder(event.currentTarget.value)}
      />
    </>
  )
}

function SignedOut({ server }: { server: string }) {
  const t = useTexts('servers')
  const title = plainName(useServers().find(({ name }) => name === server)?.title ?? server)
  return (
    <p className={layout.note} role="status">
      {t('place.signedOut', { title })} {/* A tab of its own: what is selected here stays. */}
      <a href={`${serverBase(server)}login`} target="_blank" rel="noopener">
        {t('place.signIn', { title })}
      </a>
    </p>
  )
}

/** The buckets of a server, in the visitor's session there; `name` is '' for this one. */
function useBucketsOfServer(name: string) {
  return useQuery<readonly string[], ApiError>({
    queryKey: ['buckets of server', name],
    queryFn: async ({ signal }) => {
      const base = name === '' ? basePath() : serverBase(name)
      const { buckets } = await callAt(base, listBuckets, { query: { names_only: true } }, signal)
      return buckets.map((bucket) => bucket.name).sort(compareNames)
    },
    retry: false,
  })
}
