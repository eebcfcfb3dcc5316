import type { ArgumentPage } from '#app/commands/define-command.ts'

/** Asks what becomes of the secret that there was. */
export const askOldSecret: ArgumentPage = {
  id: 'old',
  placeholder: 'The secret it has now',
  options: () => [
    { value: 'day', label: 'Keep it valid for 24 hours', detail: 'what is sent is signed by both' },
    { value: 'now', label: 'End it now', detail: 'as when somebody else has it' },
  ],
}
