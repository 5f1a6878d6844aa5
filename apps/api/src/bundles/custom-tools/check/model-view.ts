import type { ModelView } from '@/contract/workshop';
import type { CustomTool } from '../folder/custom-tool';

/** The time a piece takes grows with the square of its longest word; so no piece is longer than this. */
const PIECE = 1000;

/** The tool as a model gets it. The tables of the encoding are loaded by the first who asks. */
export async function modelViewOf({ id, description, schema }: CustomTool): Promise<ModelView> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  const text = JSON.stringify({ name: id, description, parameters: schema });
  // What looks like a control token is only text here.
  const plain = { disallowedSpecial: new Set<string>() };
  const tokens = piecesOf(text).reduce((sum, piece) => sum + countTokens(piece, plain), 0);
  return { name: id, description, schema, tokens };
}

/** Cut before a space where there is one: there the count of the parts is that of the whole. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length;) {
    const end = at + PIECE;
    const space = end < text.length ? text.lastIndexOf(' ', end) : -1;
    const cut = space > at ? space : wholeCharacter(text, end);
    pieces.push(text.slice(at, cut));
    at = cut;
  }
  return pieces;
}

const wholeCharacter = (text: string, at: number): number =>
  /[\udc00-\udfff]/.test(text[at] ?? '') ? at + 1 : at;
