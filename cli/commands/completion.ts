import type { Command } from 'commander'
import { usageError } from '#cli/cli-error.ts'
import { renderCompletion, shells } from '#cli/completion.ts'
import { defineVerb } from '#cli/define-verb.ts'

type Options = { readonly shell: string }

export const verb = defineVerb({
  arguments: '<shell>',
  summary: 'print the completion script for bash, zsh or fish',
  examples: ['completion bash > ~/.local/share/bash-completion/completions/studio-cli'],
  /** Prints a completion script generated from the program itself, so that it knows every command and flag. */
  run: async ({ shell }: Options, { io }, { parent }: Command) => {
    if (parent === null || !shells.includes(shell))
      throw usageError(`There is no completion for "${shell}".`, `The shells are ${shells.join(', ')}.`)
    io.out(renderCompletion(parent, shell))
  },
})
