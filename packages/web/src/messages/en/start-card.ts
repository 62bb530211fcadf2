import { messages } from '../messages.ts'

/** The card that the dashboard shows on an empty embedded engine. */
export const startCard = messages('startCard', {
  title: 'Get started',
  purpose: 'The first steps with your storage, in any order.',
  dismiss: 'Dismiss',
  done: 'Done',
  steps: {
    bucket: {
      title: 'Create a bucket',
      hint: 'A bucket holds objects, and has its own access policy, versioning and quota.',
      action: 'Create Bucket',
    },
    upload: {
      title: 'Upload objects',
      hint: 'Open a bucket and drop files or folders on it.',
      action: 'Open object browser',
      noBucket: 'Create a bucket first.',
    },
    client: {
      title: 'Connect a client',
      hint: 'Create an access key. The console shows it once, with the commands that set up mc, the AWS CLI or rclone.',
      action: 'Create access key',
      address: 'S3 address',
    },
    user: {
      title: 'Add a user',
      hint: 'With an account for each person and a policy for what they need, you can put the root keys away.',
      action: 'Create User',
    },
    backup: {
      title: 'Back up your data',
      hint: 'This command copies everything that the engine stores, while it runs. Replace the target with an empty folder.',
      action: 'Read about backups',
      folder: 'Data folder',
      command: 'Backup command',
    },
  },
})
