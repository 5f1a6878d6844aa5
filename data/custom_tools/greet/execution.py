name = '{name}'.strip()
if name:
    # f 字符串中的花括号交给 Python 处理，这里显示的是上面去掉空白后的变量。
    print(f'你好，{name}！')
else:
    print('你好！')
