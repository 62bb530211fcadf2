import '../messages/en/added-servers.ts'
import { type AddedServer, listServerUses, removeServer } from '@cooperage/contract'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../messages/use-texts.ts'
import { serverBase } from '../navigation/server-paths.ts'
import { callAt } from '../shared/api/call.ts'
import layout from '../shared/layout.module.css'
import { ModalForm } from '../shared/ModalForm.tsx'
import { plainName, plainText } from '../shared/text/visible-name.ts'
import { useAtMain } from './use-added-servers.ts'

interface RemoveServerDialogProps {
  main: string
  server: AddedServer
  onClose: () => void
}

/** Removes a server that was added in the console, and says what stops. */
export function RemoveServerDialog({ main, server: { name, title }, onClose }: RemoveServerDialogProps) {
  const t = useTexts(['addedServers', 'shared'])
  const uses = useQuery({
    queryKey: ['server uses', name],
    queryFn: ({ signal }) => callAt(serverBase(main), listServerUses, { params: { name } }, signal),
    retry: false,
    gcTime: 0,
  })
  const remove = useAtMain(
    (signal) => callAt(serverBase(main), removeServer, { params: { name } }, signal),
    t('removed', { title: plainName(title) }),
    onClose,
  )
  return (
    <ModalForm
      title={t('removeTitle', { title: plainName(title) })}
      onClose={onClose}
      onSubmit={() => remove.mutate()}
      submitLabel={t('remove')}
      isDestructive
      call={remove}
    >
      <p>{t('removeNote')}</p>
      {uses.isPending && <p role="status">{t('shared:loading')}</p>}
      {uses.error && <p className={layout.warn}>{t('usesUnknown')}</p>}
      {uses.data?.length === 0 && <p>{t('noUses')}</p>}
      {uses.data !== undefined && uses.data.length > 0 && (
        <>
          <p className={layout.warn}>{t('uses')}</p>
          <ul>
            {uses.data.map(({ kind, title: use }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two can have one title; the list is loaded once
              <li key={at}>{t(`kinds.${kind}`, { title: plainText(use) })}</li>
            ))}
          </ul>
        </>
      )}
    </ModalForm>
  )
}
