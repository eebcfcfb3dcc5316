import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { makeRuleRows } from '#core/rules/testing.ts'
import { LayerStackContext } from '#app/hooks/use-layer.ts'
import { layerStack } from '#app/stores/layer-store.ts'
import { RuleEditor } from './rule-editor.tsx'
import { closeDraft, openDraft } from './rule-store.ts'
import { WebhookForm } from './webhook-form.tsx'

const names = makeRuleRows({ sh010: { Animation: 'WIP' } })

afterEach(closeDraft)

const describe = (field: HTMLElement): string =>
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent ?? ''

test.each([
  ['the rule editor', 'If', <RuleEditor key="rule" names={names} />],
  ['the webhook form', 'Only where this expression holds', <WebhookForm key="webhook" names={names} />],
])('%s warns of an unknown name in a condition while typing', async (_what, label, form) => {
  openDraft({ name: 'Told', when: 'status changes', actions: 'comment "x"' })
  render(<LayerStackContext value={layerStack}>{form}</LayerStackContext>)
  const field = screen.getByRole('textbox', { name: label })

  await userEvent.type(field, 'kind == "Vehcle"')
  expect(describe(field)).toBe('There is no kind "Vehcle": did you mean "Vehicle"?')
  // A warning, not an error: it can be saved.
  expect(field.getAttribute('aria-invalid')).toBeNull()

  await userEvent.clear(field)
  await userEvent.type(field, 'kind == "Vehicle"')
  expect(describe(field)).not.toContain('There is no')
})
