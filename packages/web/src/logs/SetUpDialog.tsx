import '../messages/en/log-search.ts'
import { formatBytes, getLogStore, setUpLogStore } from '@cooperage/contract'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { basePath } from '../navigation/base-path.ts'
import { useApiMutation, useApiQuery } from '../shared/api/use-api.ts'
import layout from '../shared/layout.module.css'
import { ModalForm } from '../shared/ModalForm.tsx'
import { formatCount, formatDate } from '../shared/text/numbers.ts'
import classes from './logs.module.css'

const LOOK_EVERY_MS = 2_000

/** How the audit log is kept; has the storage server send it here, and reports whether entries arrive. */
export function SetUpDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('logSearch')
  const [url, setUrl] = useState(`${window.location.origin}${basePath()}`.replace(/\/$/, ''))
  const [before, setBefore] = useState<number>()
  // Asking for it is a request to the storage server too, which is then in its audit log.
  const { data: store } = useApiQuery(getLogStore, {}, { refreshMs: LOOK_EVERY_MS })
  const setUp = useApiMutation(setUpLogStore)
  const received = store?.received ?? 0
  const arrives = before !== undefined && received > before
  return (
    <ModalForm
      title={t('setUp.title')}
      onClose={onClose}
      closeLabel={t('setUp.close')}
      onSubmit={() => {
        setBefore(received)
        setUp.mutate({ body: { url } })
      }}
      submitLabel={t('setUp.submit')}
      call={setUp}
      disabledReason={URL.canParse(url) ? undefined : t('setUp.urlWrong')}
      isWide
    >
      <p>{t('setUp.note')}</p>
      <TextInput
        label={t('setUp.url')}
        description={t('setUp.urlHint')}
        value={url}
        onChange={({ currentTarget: { value } }) => setUrl(value)}
      />
      <div role="status">
        {setUp.isSuccess && <p>{t(arrives ? 'setUp.arrives' : 'setUp.waiting')}</p>}
        {store && (
          <dl className={`${layout.facts} ${classes.facts}`}>
            <div>
              <dt>{t('setUp.store')}</dt>
              <dd>{t(`setUp.kinds.${store.kind}`, { size: formatBytes(store.bytes) })}</dd>
            </div>
            <div>
              <dt>{t('setUp.retention')}</dt>
              <dd>{t('setUp.retained', { count: store.days, size: formatBytes(store.maxBytes) })}</dd>
            </div>
            <div>
              <dt>{t('setUp.oldest')}</dt>
              <dd>{formatDate(store.oldest) || t('setUp.none')}</dd>
            </div>
            <div>
              <dt>{t('setUp.received')}</dt>
              <dd>{formatCount(received)}</dd>
            </div>
          </dl>
        )}
      </div>
    </ModalForm>
  )
}
