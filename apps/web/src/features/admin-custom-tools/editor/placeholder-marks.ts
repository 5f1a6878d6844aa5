import { Facet } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import type { CustomToolFileName } from '@contract/tools';
import { type Mark, pythonMarks, returnMarks } from './placeholders';

export interface PlaceholderRules {
  file: CustomToolFileName;
  /** The parameters of definition.json. */
  declared: readonly string[];
}

/** What the marks and the completion of one editor go by. */
export const placeholderRules = Facet.define<PlaceholderRules, PlaceholderRules>({
  combine: ([first]) => first ?? { file: 'meta.json', declared: [] },
});

const DECORATIONS = {
  declared: Decoration.mark({ class: 'cm-hole cm-hole-declared' }),
  undeclared: Decoration.mark({ class: 'cm-hole cm-hole-undeclared' }),
  doubled: Decoration.mark({ class: 'cm-hole cm-hole-doubled' }),
  lone: Decoration.mark({ class: 'cm-hole cm-hole-lone' }),
};

function marksIn(view: EditorView): Mark[] {
  const { file, declared } = view.state.facet(placeholderRules);
  const text = view.state.doc.toString();
  if (file === 'execution.py') return pythonMarks(text, declared);
  return file === 'return.json' ? returnMarks(text) : [];
}

const decorate = (view: EditorView): DecorationSet =>
  Decoration.set(marksIn(view).map(({ from, to, kind }) => DECORATIONS[kind].range(from, to)));

export const placeholderMarks = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = decorate(view);
    }

    update({ view, docChanged, startState, state }: ViewUpdate): void {
      const hasNewRules = startState.facet(placeholderRules) !== state.facet(placeholderRules);
      if (docChanged || hasNewRules) this.decorations = decorate(view);
    }
  },
  { decorations: ({ decorations }) => decorations },
);
