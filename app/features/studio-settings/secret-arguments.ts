import type { ArgumentPage } from '#app/commands/define-command.ts'

/** Asks what happens to the current secret. */
export const askOldSecret: ArgumentPage = {
  id: 'old',
  placeholder: 'Its current secret',
  options: () => [
    { value: 'day', label: 'Keep it valid for 24 hours', detail: 'messages are signed with both' },
    { value: 'now', label: 'Revoke it now', detail: 'if it has leaked' },
  ],
}
