import { escapeHtml } from '../lib/html.ts'
import type { Brand } from '../sites/site.ts'
import type { Mail } from './mail.ts'

export type RenderedMail = { subject: string; text: string; html: string }

export function renderMail(mail: Mail, unsubscribeUrl: string | null): RenderedMail {
  const lines = {
    greeting: oneLine(mail.greeting),
    paragraphs: mail.paragraphs.map(oneLine),
    footer: footer(mail.brand, unsubscribeUrl !== null),
  }
  return {
    subject: oneLine(mail.subject),
    text: textPart(mail, lines, unsubscribeUrl),
    html: htmlPart(mail, lines, unsubscribeUrl),
  }
}

type Lines = { greeting: string; paragraphs: readonly string[]; footer: readonly string[] }

/** User input must not begin a line or a header (header injection). */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

function footer(brand: Brand, isOnList: boolean): string[] {
  return [
    isOnList
      ? `You get this because you are a member of ${brand.name}.`
      : `You get this because of something that was just done on ${brand.name} with this address.`,
    `${brand.legal.companyName}, ${brand.legal.companyAddress}`,
  ]
}

function textPart(
  mail: Mail,
  { greeting, paragraphs, footer }: Lines,
  unsubscribeUrl: string | null,
): string {
  const action = mail.action ? [`${oneLine(mail.action.label)}:\n${mail.action.url}`] : []
  const leave = unsubscribeUrl === null ? [] : [`Unsubscribe: ${unsubscribeUrl}`]
  // "-- " on its own line marks the signature for mail programs.
  return (
    [greeting, ...paragraphs, ...action, ['-- ', ...footer, ...leave].join('\n')].join('\n\n') +
    '\n'
  )
}

/**
 * Tables and inline styles work in all mail programs. It loads no remote content, so opening a mail
 * tells nobody.
 */
function htmlPart(
  mail: Mail,
  { greeting, paragraphs, footer }: Lines,
  unsubscribeUrl: string | null,
): string {
  const { theme, name, copy } = mail.brand
  const ink = inkOn(theme.primary, theme.text)
  const body = paragraphs
    .map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`)
    .join('\n')
  const action = mail.action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(mail.action.url)}" style="display:inline-block;padding:14px 28px;border-radius:10px;background:${theme.primary};color:${ink};font-weight:600;text-decoration:none">${escapeHtml(oneLine(mail.action.label))}</a></p>
<p class="quiet" style="margin:0;font-size:13px;opacity:.75">If the button does nothing, copy this address:<br><span style="word-break:break-all">${escapeHtml(mail.action.url)}</span></p>`
    : ''
  const leave =
    unsubscribeUrl === null
      ? ''
      : `<br><a class="ink" href="${escapeHtml(unsubscribeUrl)}" style="color:${theme.text}">Unsubscribe</a>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(oneLine(mail.subject))}</title>
<style>
@media (prefers-color-scheme: dark) {
  .page { background: ${theme.backgroundDark} !important }
  .ink { color: #f4eef0 !important }
}
</style>
</head>
<body class="page" style="margin:0;background:${theme.background}">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:${theme.background}"><tr><td align="center" style="padding:32px 20px">
<table role="presentation" class="ink" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;color:${theme.text}">
<tr><td style="padding:0 0 20px;border-bottom:3px solid ${theme.primary}">
<strong style="font-size:22px;letter-spacing:-.01em">${escapeHtml(name)}</strong><br><span style="font-size:13px;opacity:.75">${escapeHtml(copy.tagline)}</span>
</td></tr>
<tr><td style="padding:28px 0">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escapeHtml(greeting)}</h1>
${body}
${action}
</td></tr>
<tr><td style="padding:20px 0 0;border-top:1px solid ${theme.secondary};font-size:13px;opacity:.8">
${footer.map(escapeHtml).join('<br>')}${leave}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

export function inkOn(background: string, dark: string): string {
  const white = '#ffffff'
  return contrast(background, white) >= contrast(background, dark) ? white : dark
}

function contrast(one: string, other: string): number {
  const [high = 1, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
