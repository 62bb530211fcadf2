import type { RefObject } from 'react'

interface FileInputProps {
  /** A button opens the chooser with `ref.current.click()`. */
  ref: RefObject<HTMLInputElement | null>
  label: string
  /** Types and endings of files that can be chosen; any if it's missing. */
  accept?: string
  hasSeveral?: boolean
  isForFolders?: boolean
  onFiles: (files: FileList | null) => void
}

/** The browser's file chooser, which needs a hidden input element. */
export function FileInput({ ref, label, accept, hasSeveral, isForFolders, onFiles }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      accept={accept}
      multiple={hasSeveral}
      {...(isForFolders && { webkitdirectory: '' })}
      aria-label={label}
      onChange={(event) => {
        onFiles(event.currentTarget.files)
        // The same file, corrected, can be chosen again.
        event.currentTarget.value = ''
      }}
    />
  )
}
