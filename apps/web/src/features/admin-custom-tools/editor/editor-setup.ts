import { json } from '@codemirror/lang-json';
import { python } from '@codemirror/lang-python';
import { indentUnit } from '@codemirror/language';
import { indentWithTab } from '@codemirror/commands';
import { lintGutter, nextDiagnostic, previousDiagnostic } from '@codemirror/lint';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { basicSetup } from 'codemirror';
import type { CustomToolFileName } from '@contract/tools';
import { translate } from '@web/lib/i18n/i18n';
import { editorLook } from './editor-look';
import { placeholderMarks } from './placeholder-marks';
import { completeTool } from './tool-completion';

/** CodeMirror's own words in the person's language. */
function phrases(): Extension {
  const names = {
    Find: 'find',
    Replace: 'replace',
    next: 'next',
    previous: 'previous',
    all: 'all',
    'match case': 'matchCase',
    'by word': 'byWord',
    regexp: 'regexp',
    replace: 'replaceOne',
    'replace all': 'replaceAll',
    close: 'close',
    'Go to line': 'goToLine',
    go: 'go',
    Diagnostics: 'diagnostics',
    'No diagnostics': 'noDiagnostics',
    Completions: 'completions',
    '$ unchanged lines': 'unchangedLines',
    'Revert this chunk': 'revertChunk',
    'folded code': 'folded',
    unfold: 'unfold',
  };
  return EditorState.phrases.of(
    Object.fromEntries(
      Object.entries(names).map(([phrase, key]) => [phrase, translate(`workshop.editor.${key}`)]),
    ),
  );
}

export const languageOf = (file: CustomToolFileName): Extension =>
  file === 'execution.py' ? [python(), indentUnit.of('    ')] : [json(), indentUnit.of('  ')];

/** Keys of the page win over the editor's: it runs with Ctrl Enter. F8 stays here: notices would take it, too. */
const pageKeys = Prec.highest(
  keymap.of([
    { key: 'Mod-Enter', run: () => true },
    {
      ...{ key: 'F8', run: nextDiagnostic, shift: previousDiagnostic },
      ...{ preventDefault: true, stopPropagation: true },
    },
  ]),
);

export const editorSetup = (): Extension => [
  pageKeys,
  basicSetup,
  keymap.of([indentWithTab]),
  lintGutter(),
  phrases(),
  placeholderMarks,
  EditorState.languageData.of(() => [{ autocomplete: completeTool }]),
  editorLook,
  EditorView.lineWrapping,
];

/** For text that is looked at: same look, no keys. */
export const viewerSetup = (file: CustomToolFileName): Extension => [
  phrases(),
  languageOf(file),
  editorLook,
];
