import operator

a = {a}
b = {b}
op = '{op}'

# 字面量的花括号要写成两个。
ops = {{
    '+': operator.add,
    '-': operator.sub,
    '*': operator.mul,
    '/': operator.truediv,
}}

if op not in ops:
    raise ValueError('op must be one of + - * /')

print(ops[op](a, b))
