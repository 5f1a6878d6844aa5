import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Colours are our variables, so that light and dark need no second theme. */
const theme = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--ui-bg)', color: 'var(--ui-text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--font-mono)',
    fontSize: 'var(--editor-size, var(--code-size))',
    lineHeight: '22px',
  },
  '.cm-content': { padding: '10px 0', caretColor: 'var(--ui-text-highlighted)' },
  '.cm-line': { padding: '0 12px 0 6px' },
  '.cm-cursor': { borderLeftColor: 'var(--ui-text-highlighted)' },
  '.cm-gutters': {
    backgroundColor: 'var(--ui-bg)',
    border: 'none',
    color: 'var(--ui-text-dimmed)',
  },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 4px 0 10px', minWidth: '32px' },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': {
    backgroundColor: 'color-mix(in oklab, var(--ui-text) 4%, transparent)',
  },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--ui-text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { background: 'color-mix(in oklab, var(--ui-primary) 22%, transparent)' },
  '.cm-selectionMatch': {
    backgroundColor: 'color-mix(in oklab, var(--ui-primary) 12%, transparent)',
  },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'color-mix(in oklab, var(--ui-primary) 18%, transparent)',
  },
  '.cm-foldPlaceholder': {
    border: 'none',
    backgroundColor: 'var(--ui-bg-elevated)',
    color: 'var(--ui-text-muted)',
  },
  '.cm-foldGutter .cm-gutterElement': { width: '14px', color: 'var(--ui-text-dimmed)' },
  '.cm-gutter-lint': { width: '12px' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '7px 0 0' },
  '.cm-lint-marker': { width: '8px', height: '8px', borderRadius: '50%' },
  '.cm-lint-marker-error': { content: '""', backgroundColor: 'var(--ui-error)' },
  '.cm-lint-marker-warning': { content: '""', backgroundColor: 'var(--ui-warning)' },
  '.cm-lint-marker-info': { content: '""', backgroundColor: 'var(--ui-border-accented)' },
});

/** What floats above the text: completions, explanations of findings, the search bar. */
const floating = EditorView.theme({
  '.cm-tooltip': {
    maxWidth: 'min(460px, 90vw)',
    border: '1px solid var(--ui-border)',
    borderRadius: '8px',
    overflow: 'hidden',
    backgroundColor: 'var(--ui-bg)',
    color: 'var(--ui-text)',
    boxShadow: 'var(--shadow-float)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-mono)', padding: '4px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '2px 8px', borderRadius: '4px' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--ui-bg-accented)',
    color: 'var(--ui-text-highlighted)',
  },
  '.cm-completionDetail': { color: 'var(--ui-text-muted)', fontStyle: 'normal' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-diagnostic': { padding: '6px 10px', fontSize: '13px', lineHeight: '20px' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--ui-error)' },
  '.cm-diagnostic-warning': { borderLeft: '3px solid var(--ui-warning)' },
  '.cm-diagnostic-info': { borderLeft: '3px solid var(--ui-border-accented)' },
  '.cm-diagnosticAction': {
    margin: '4px 0 0',
    padding: '1px 8px',
    borderRadius: '6px',
    backgroundColor: 'var(--ui-primary)',
    color: 'var(--ui-bg)',
    cursor: 'pointer',
  },
  '.cm-lintRange-error': underline('var(--ui-error)'),
  '.cm-lintRange-warning': underline('var(--ui-warning)'),
  '.cm-lintRange-info': underline('var(--ui-border-accented)'),
  '.cm-lintRange-active': { backgroundColor: 'transparent' },
  '.cm-panels': { backgroundColor: 'var(--ui-bg-muted)', color: 'var(--ui-text)' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--ui-border)' },
  '.cm-panels.cm-panels-bottom': { borderTop: '1px solid var(--ui-border)' },
  '.cm-textfield': {
    border: '1px solid var(--ui-border-accented)',
    borderRadius: '6px',
    backgroundColor: 'var(--ui-bg)',
  },
  '.cm-button': {
    border: '1px solid var(--ui-border-accented)',
    borderRadius: '6px',
    background: 'var(--ui-bg)',
  },
  '.cm-searchMatch': {
    backgroundColor: 'color-mix(in oklab, var(--ui-warning) 28%, transparent)',
  },
});

function underline(color: string) {
  return {
    backgroundImage: 'none',
    textDecoration: `underline wavy ${color} 1px`,
    textUnderlineOffset: '4px',
    textDecorationSkipInk: 'none',
  };
}

/** Our own marks: placeholders, the line a run failed in, differences. */
const marks = EditorView.theme({
  '.cm-hole': { borderRadius: '4px', padding: '1px 0' },
  '.cm-hole, .cm-hole *': { color: 'var(--ui-primary) !important', fontWeight: '600' },
  '.cm-hole-declared': {
    backgroundColor: 'color-mix(in oklab, var(--ui-primary) 13%, transparent)',
  },
  '.cm-hole-undeclared': {
    backgroundColor: 'color-mix(in oklab, var(--ui-warning) 16%, transparent)',
  },
  '.cm-hole-undeclared, .cm-hole-undeclared *': { color: 'var(--ui-warning) !important' },
  '.cm-hole-doubled, .cm-hole-doubled *': {
    color: 'var(--ui-text-dimmed) !important',
    fontWeight: '400',
  },
  '.cm-hole-lone': {
    backgroundColor: 'color-mix(in oklab, var(--ui-error) 14%, transparent)',
  },
  '.cm-hole-lone, .cm-hole-lone *': { color: 'var(--ui-error) !important' },
  '.cm-failedLine': {
    backgroundColor: 'color-mix(in oklab, var(--ui-error) 12%, transparent) !important',
    boxShadow: 'inset 3px 0 0 var(--ui-error)',
  },
  '&.cm-merge-a .cm-changedLine': {
    backgroundColor: 'color-mix(in oklab, var(--ui-error) 8%, transparent)',
  },
  '&.cm-merge-b .cm-changedLine, .cm-inlineChangedLine': {
    backgroundColor: 'color-mix(in oklab, var(--ui-success) 9%, transparent)',
  },
  '&.cm-merge-a .cm-changedText': {
    background: 'color-mix(in oklab, var(--ui-error) 24%, transparent)',
  },
  '&.cm-merge-b .cm-changedText': {
    background: 'color-mix(in oklab, var(--ui-success) 26%, transparent)',
  },
  '.cm-deletedChunk': {
    backgroundColor: 'color-mix(in oklab, var(--ui-error) 8%, transparent)',
    padding: '0 12px 0 6px',
  },
  '.cm-deletedChunk .cm-deletedText': {
    background: 'color-mix(in oklab, var(--ui-error) 24%, transparent)',
  },
  '.cm-collapsedLines': {
    background: 'var(--ui-bg-muted)',
    color: 'var(--ui-text-muted)',
    padding: '3px 12px',
  },
  // The library's own sign is missing in many fonts.
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '"⋯"' },
});

const highlights = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--tok-keyword)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--tok-string)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--tok-number)' },
  { tag: [tags.comment], color: 'var(--tok-comment)', fontStyle: 'italic' },
  {
    tag: [tags.function(tags.variableName), tags.definition(tags.function(tags.variableName))],
    color: 'var(--tok-function)',
  },
  { tag: [tags.propertyName, tags.className], color: 'var(--tok-function)' },
]);

export const editorLook = [theme, floating, marks, syntaxHighlighting(highlights)];
