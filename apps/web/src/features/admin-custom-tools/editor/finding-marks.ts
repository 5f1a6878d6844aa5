import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import { StateEffect, StateField, type Text, type TransactionSpec } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, keymap } from '@codemirror/view';
import type { Finding } from '@contract/workshop';

const clamp = (at: number, length: number) => Math.max(0, Math.min(at, length));

/** Findings as marks. They are about exactly this text; a mark of no width would not be seen. */
export function diagnosticsOf(
  findings: readonly Finding[],
  text: string,
  onRepair: (finding: Finding) => void,
): Diagnostic[] {
  return findings.map((finding) => {
    const from = clamp(finding.from, text.length);
    const to = clamp(Math.max(finding.to, from), text.length);
    return {
      ...{ from, to, severity: finding.severity, message: finding.message },
      actions: finding.repair
        ? [{ name: finding.repair.label, apply: () => onRepair(finding) }]
        : [],
    };
  });
}

export function showFindings(
  view: EditorView,
  findings: readonly Finding[],
  onRepair: (finding: Finding) => void,
): void {
  const diagnostics = diagnosticsOf(findings, view.state.doc.toString(), onRepair);
  view.dispatch(setDiagnostics(view.state, diagnostics));
}

/** The edits of a repair as one step of undo, the caret behind the last one. */
export function repairOf(finding: Finding, doc: Text): TransactionSpec | null {
  const edits = finding.repair?.edits ?? [];
  if (edits.length === 0 || edits.some(({ to }) => to > doc.length)) return null;
  return {
    changes: edits.map(({ from, to, insert }) => ({ from, to, insert })),
    selection: { anchor: finding.from },
    scrollIntoView: true,
    userEvent: 'input.repair',
  };
}

/** Ctrl . takes the repair on this line, else the next one in the file. */
export function repairAt(findings: readonly Finding[], at: number, doc: Text): Finding | null {
  const repairs = findings.filter(({ repair }) => repair !== null);
  const line = doc.lineAt(clamp(at, doc.length)).number;
  return (
    repairs.find((finding) => finding.line === line) ??
    repairs.find((finding) => finding.from >= at) ??
    repairs[0] ??
    null
  );
}

export const repairKey = (repairHere: (view: EditorView) => boolean) =>
  keymap.of([{ key: 'Mod-.', run: repairHere, preventDefault: true }]);

const setFailedLine = StateEffect.define<number | null>();
const failedLine = Decoration.line({ class: 'cm-failedLine' });

/** The line of the template a run failed in; it goes with the first edit. */
export const failedLineMark = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, { effects, docChanged, state }) {
    const effect = effects.find((one) => one.is(setFailedLine));
    if (!effect) return docChanged ? Decoration.none : before;
    const line = effect.value as number | null;
    if (line === null || line < 1 || line > state.doc.lines) return Decoration.none;
    return Decoration.set(failedLine.range(state.doc.line(line).from));
  },
  provide: (field) => EditorView.decorations.from(field),
});

export function showFailedLine(view: EditorView, line: number | null): void {
  view.dispatch({ effects: setFailedLine.of(line) });
}
