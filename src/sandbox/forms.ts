import { escapeHtml } from '../lib/html.ts'
import { testCards } from './cards.ts'
import { type Charge, sumOf } from './charges.ts'

export const cardList = testCards
  .map(({ number, about }) => `<li><code>${number}</code> ${escapeHtml(about)}</li>`)
  .join('')

/** The card form, for a page that embeds it; it posts its fields to `action`. */
export function cardForm(
  charge: Charge,
  form: string,
  action: string,
  { asksPostalCode }: { asksPostalCode: boolean },
): string {
  return `<form method="post" action="${escapeHtml(action)}">
<input type="hidden" name="form" value="${escapeHtml(form)}">
<p><strong>${escapeHtml(sumOf(charge))}</strong> to ${escapeHtml(charge.description)}</p>
<label>Card number<input name="number" inputmode="numeric" autocomplete="cc-number" required></label>
<label>Expires<input name="expiry" placeholder="MM/YY" autocomplete="cc-exp" required></label>
<label>Security code<input name="code" inputmode="numeric" autocomplete="cc-csc" required></label>
${asksPostalCode ? '<label>Postal code of the card<input name="postalCode" autocomplete="billing postal-code" maxlength="12" required></label>\n' : ''}<button>Pay ${escapeHtml(sumOf(charge))}</button>
<details><summary>Test mode: no money moves</summary><p>Any date to come, any security code, and one of these cards:</p><ul>${cardList}</ul></details>
</form>`
}

/** The bank's challenge before a charge (3-D Secure). */
export function challengeForm(charge: Charge, form: string, action: string): string {
  return `<form method="post" action="${escapeHtml(action)}">
<input type="hidden" name="form" value="${escapeHtml(form)}">
<p>Your bank wants to be sure that it is you who pays ${escapeHtml(sumOf(charge))}.</p>
<label>Code from your bank<input name="challenge" inputmode="numeric" autocomplete="one-time-code" required></label>
<button>Confirm</button>
<details><summary>Test mode</summary><p>The code is 123.</p></details>
</form>`
}
