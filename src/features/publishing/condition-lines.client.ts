/** The parts of remark's parser (version 6, which Decap has) that a plugin may add to. */
type Tokenizer = (eat: (text: string) => (node: object) => object, value: string, silent: boolean) => object | boolean | undefined
type Prototype = Record<'blockTokenizers', Record<string, Tokenizer>> &
  Record<'blockMethods', string[]> &
  Record<'interruptParagraph' | 'interruptList' | 'interruptBlockquote', string[][]>

type Remark = { Parser?: { prototype: Prototype }; Compiler?: { prototype: { options: { bullet?: string } } } }

/**
 * For the editor's Markdown: lists as our files have them, and each line of `:::` a paragraph
 * of its own (content/source.ts). Markdown takes one that follows a list or a sentence directly for more of it,
 * and the editor would then write it so.
 */
export function conditionLines(this: Remark): void {
  // The plugin is asked twice: where text is read, and where it is written.
  if (this.Compiler) this.Compiler.prototype.options.bullet = '-'
  if (!this.Parser) return
  const { blockTokenizers, blockMethods, interruptParagraph, interruptList, interruptBlockquote } = this.Parser.prototype
  blockTokenizers['condition'] = conditionLine
  blockMethods.unshift('condition')
  for (const interrupts of [interruptParagraph, interruptList, interruptBlockquote]) interrupts.unshift(['condition'])
}

const conditionLine: Tokenizer = (eat, value, silent) => {
  const [line] = /^:::[^\n]*/.exec(value) ?? []
  if (line === undefined || silent) return line !== undefined
  return eat(line)({ type: 'paragraph', children: [{ type: 'text', value: line.trimEnd() }] })
}
