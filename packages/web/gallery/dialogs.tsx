import { Button } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '../src/shared/api/api-error.ts'
import { MessageArea } from '../src/shared/feedback/MessageArea.tsx'
import { showError, showNotice } from '../src/shared/feedback/messages.ts'
import { RefreshButton } from '../src/shared/RefreshButton.tsx'
import { TypedConfirmDialog } from '../src/shared/TypedConfirmDialog.tsx'

const REFUSED = { message: 'The bucket was not emptied.', detailedMessage: 'Three objects are held by a legal hold.' }

export default function DialogsPiece() {
  const [isOpen, setOpen] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const [isBusy, setBusy] = useState(false)
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
      <MessageArea />
      {isOpen && (
        <TypedConfirmDialog
          title="Empty photos"
          name="photos"
          confirmLabel="Empty bucket"
          onConfirm={() => setError(new ApiError({ status: 409, ...REFUSED }))}
          onClose={() => {
            setError(null)
            setOpen(false)
          }}
          isPending={false}
          error={error}
        >
          <p>Its 1,204 objects are deleted, with all their versions. This cannot be taken back.</p>
        </TypedConfirmDialog>
      )}
    </>
  )
}
