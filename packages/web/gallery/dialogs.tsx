import { Button } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '../src/shared/api/api-error.ts'
import { ConfirmDialog } from '../src/shared/ConfirmDialog.tsx'
import { FailureMark } from '../src/shared/FailureMark.tsx'
import { MessageArea } from '../src/shared/feedback/MessageArea.tsx'
import { showError, showNotice } from '../src/shared/feedback/messages.ts'
import { ModalForm } from '../src/shared/ModalForm.tsx'
import { ActionMenu } from '../src/shared/overlay/ActionMenu.tsx'
import { RefreshButton } from '../src/shared/RefreshButton.tsx'

/** Like a dialog whose code arrives just when the menu has closed and nothing has the focus. */
function whenUnfocused(open: () => void) {
  if (document.activeElement === document.body) open()
  else setTimeout(whenUnfocused, 0, open)
}

const REFUSED = { message: 'The bucket was not emptied.', detailedMessage: 'Three objects are held by a legal hold.' }

export default function DialogsPiece() {
  const [isOpen, setOpen] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isTrying, setTrying] = useState(false)
  const [notice, setNotice] = useState<{ text: string }>()
  return (
    <>
      <Button onClick={() => setOpen(true)}>Empty bucket</Button>
      <Button variant="default" onClick={() => showError(REFUSED)}>
        Fail
      </Button>
      <Button variant="default" onClick={() => showNotice('Bucket photos created.')}>
        Succeed
      </Button>
      <RefreshButton isBusy={isBusy} onClick={() => setBusy(true)} />
      <Button variant="default" onClick={() => setBusy(false)}>
        Answer
      </Button>
      <FailureMark label="photos was not set up" reason="Versioning is off there." />
      <Button variant="default" onClick={() => setTrying(true)}>
        Connect
      </Button>
      <ActionMenu
        width={200}
        entries={[{ id: 'connect', label: 'Connect from here', onSelect: () => whenUnfocused(() => setTrying(true)) }]}
      >
        {(opener) => (
          <button type="button" {...opener}>
            More
          </button>
        )}
      </ActionMenu>
      <MessageArea />
      {isTrying && (
        <ModalForm
          title="Connect"
          submitLabel="Try"
          onSubmit={() => setNotice({ text: 'The other server responds.' })}
          onClose={() => setTrying(false)}
          notice={notice}
        >
          <p>What is tried changes nothing.</p>
        </ModalForm>
      )}
      {isOpen && (
        <ConfirmDialog
          title="Empty photos"
          typedName="photos"
          confirmLabel="Empty bucket"
          onConfirm={() => setError(new ApiError({ status: 409, ...REFUSED }))}
          onClose={() => {
            setError(null)
            setOpen(false)
          }}
          call={{ isPending: false, error }}
        >
          <p>Its 1,204 objects are deleted, with all their versions. This cannot be taken back.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
