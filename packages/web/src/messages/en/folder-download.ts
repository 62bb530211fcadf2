import { messages } from '../messages.ts'

/** The download of folders and selections as files on this machine. */
export const folderDownload = messages('folderDownload', {
  title_one: 'Download {{number}} item to a folder',
  title_other: 'Download {{number}} items to a folder',
  purpose:
    'Folders and files are created in the folder that you choose. Files that are already there and unchanged aren’t downloaded again.',
  replace: 'Replace files that differ from the stored object',
  replaceHint: 'Otherwise they’re kept.',
  names:
    'Names that Windows, macOS or Linux can’t store are changed: for example, a colon becomes an underscore. Names that differ only in case are numbered.',
  choose: 'Choose folder',
  job_one: 'Downloading {{number}} item to {{folder}}',
  job_other: 'Downloading {{number}} items to {{folder}}',
  progress_one: '{{number}} file downloaded · {{bytes}}',
  progress_other: '{{number}} files downloaded · {{bytes}}',
  done_one: '{{number}} file downloaded to {{folder}}.',
  done_other: '{{number}} files downloaded to {{folder}}.',
  present_one: '{{number}} was already there.',
  present_other: '{{number}} were already there.',
  kept_one: '{{number}} differs from its object and was kept.',
  kept_other: '{{number}} differ from the stored objects and were kept.',
  noAccess: 'The browser can’t write to the folder anymore. Start the download again and choose the folder.',
  noSpace: 'There isn’t enough space on this device. Free some, then resume the download.',
  noName: 'The browser doesn’t allow a file with this name.',
  incomplete: 'The download ended early. Try again.',
  notWritten: 'The file can’t be written: {{reason}}',
})
